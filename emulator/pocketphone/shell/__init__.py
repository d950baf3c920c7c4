"""The phone's Linux side: files, a shell, and the commands people run over adb."""
