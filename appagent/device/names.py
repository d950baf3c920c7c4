"""Common names, in many languages, of apps whose package says something else.

Names are in lower case. Where several makers have an app of a kind, the more usual goes first.
"""

from __future__ import annotations

# name -> packages
COMMON: dict[str, tuple[str, ...]] = {
    "alipay": ("com.eg.android.AlipayGphone",),
    "amap": ("com.autonavi.minimap",),
    "amazon": ("com.amazon.mShop.android.shopping",),
    "baidu maps": ("com.baidu.BaiduMap",),
    "bilibili": ("tv.danmaku.bili",),
    "browser": (
        "com.android.chrome",
        "org.mozilla.firefox",
        "com.sec.android.app.sbrowser",
        "com.android.browser",
        "com.mi.globalbrowser",
        "org.chromium.webview_shell",
    ),
    "calculator": (
        "com.google.android.calculator",
        "com.android.calculator2",
        "com.sec.android.app.popupcalculator",
        "com.miui.calculator",
        "com.coloros.calculator",
    ),
    "calendar": (
        "com.google.android.calendar",
        "com.samsung.android.calendar",
        "com.android.calendar",
        "com.coloros.calendar",
    ),
    "camera": (
        "com.google.android.GoogleCamera",
        "com.android.camera2",
        "com.android.camera",
        "com.sec.android.app.camera",
        "com.oppo.camera",
        "com.huawei.camera",
    ),
    "chatgpt": ("com.openai.chatgpt",),
    "chrome": ("com.android.chrome",),
    "clock": (
        "com.google.android.deskclock",
        "com.android.deskclock",
        "com.sec.android.app.clockpackage",
        "com.coloros.alarmclock",
        "com.oneplus.deskclock",
    ),
    "contacts": (
        "com.google.android.contacts",
        "com.android.contacts",
        "com.samsung.android.app.contacts",
    ),
    "discord": ("com.discord",),
    "disney plus": ("com.disney.disneyplus",),
    "docs": ("com.google.android.apps.docs.editors.docs",),
    "douyin": ("com.ss.android.ugc.aweme",),
    "drive": ("com.google.android.apps.docs",),
    "facebook": ("com.facebook.katana",),
    "files": (
        "com.google.android.apps.nbu.files",
        "com.google.android.documentsui",
        "com.android.documentsui",
        "com.sec.android.app.myfiles",
        "com.mi.android.globalFileexplorer",
        "com.coloros.filemanager",
    ),
    "gallery": (
        "com.google.android.apps.photos",
        "com.sec.android.gallery3d",
        "com.miui.gallery",
        "com.coloros.gallery3d",
        "com.android.gallery3d",
    ),
    "gemini": ("com.google.android.apps.bard",),
    "gmail": ("com.google.android.gm",),
    "google": ("com.google.android.googlequicksearchbox",),
    "instagram": ("com.instagram.android",),
    "jd": ("com.jingdong.app.mall",),
    "kakaotalk": ("com.kakao.talk",),
    "keep": ("com.google.android.keep",),
    "line": ("jp.naver.line.android",),
    "linkedin": ("com.linkedin.android",),
    "mail": (
        "com.google.android.gm",
        "com.samsung.android.email.provider",
        "com.microsoft.office.outlook",
        "com.android.email",
    ),
    "maps": ("com.google.android.apps.maps", "com.here.app.maps", "app.organicmaps"),
    "meet": ("com.google.android.apps.tachyon",),
    "meituan": ("com.sankuai.meituan",),
    "messages": (
        "com.google.android.apps.messaging",
        "com.samsung.android.messaging",
        "com.android.mms",
        "com.android.messaging",
    ),
    "messenger": ("com.facebook.orca",),
    "music": (
        "com.google.android.apps.youtube.music",
        "com.spotify.music",
        "com.sec.android.app.music",
        "com.miui.player",
    ),
    "naver": ("com.nhn.android.search",),
    "netflix": ("com.netflix.mediaclient",),
    "notes": (
        "com.google.android.keep",
        "com.samsung.android.app.notes",
        "com.miui.notes",
        "com.coloros.note",
    ),
    "outlook": ("com.microsoft.office.outlook",),
    "paypay": ("jp.ne.paypay.android.app",),
    "phone": ("com.google.android.dialer", "com.samsung.android.dialer", "com.android.dialer"),
    "photos": ("com.google.android.apps.photos",),
    "pinterest": ("com.pinterest",),
    "play store": ("com.android.vending",),
    "prime video": ("com.amazon.avod.thirdpartyclient",),
    "qq": ("com.tencent.mobileqq",),
    "recorder": (
        "com.google.android.apps.recorder",
        "com.sec.android.app.voicenote",
        "com.android.soundrecorder",
    ),
    "rednote": ("com.xingin.xhs",),
    "settings": ("com.android.settings",),
    "signal": ("org.thoughtcrime.securesms",),
    "snapchat": ("com.snapchat.android",),
    "spotify": ("com.spotify.music",),
    "taobao": ("com.taobao.taobao",),
    "teams": ("com.microsoft.teams",),
    "telegram": ("org.telegram.messenger",),
    "temu": ("com.einnovation.temu",),
    "threads": ("com.instagram.barcelona",),
    "tiktok": ("com.zhiliaoapp.musically", "com.ss.android.ugc.trill"),
    "translate": ("com.google.android.apps.translate",),
    "twitter": ("com.twitter.android",),
    "uber": ("com.ubercab",),
    "viber": ("com.viber.voip",),
    "vk": ("com.vkontakte.android",),
    "wallet": ("com.google.android.apps.walletnfcrel",),
    "weather": ("com.google.android.apps.weather", "com.sec.android.daemonapp"),
    "wechat": ("com.tencent.mm",),
    "weibo": ("com.sina.weibo",),
    "whatsapp": ("com.whatsapp",),
    "x": ("com.twitter.android",),
    "yandex": ("ru.yandex.searchplugin",),
    "youtube": ("com.google.android.youtube",),
    "youtube music": ("com.google.android.apps.youtube.music",),
    "zoom": ("us.zoom.videomeetings",),
}

# the English name -> what it is called elsewhere: in Europe, China, Japan, Korea
_ELSEWHERE = {
    "browser": "浏览器, ブラウザ, 브라우저, navegador, navigateur, браузер",
    "calculator": "rechner, taschenrechner, calculatrice, calculadora, calcolatrice, "
    "rekenmachine, kalkulator, калькулятор, 计算器, 計算機, 電卓, 계산기",
    "calendar": "kalender, calendrier, agenda, calendario, calendário, kalendarz, takvim, "
    "календарь, 日历, 日曆, カレンダー, 캘린더, 달력",
    "camera": "kamera, caméra, appareil photo, cámara, câmera, fotocamera, камера, 相机, 相機, "
    "カメラ, 카메라",
    "clock": "uhr, wecker, horloge, réveil, reloj, relógio, orologio, klok, zegar, saat, часы, "
    "时钟, 時鐘, 時計, 시계",
    "contacts": "kontakte, contactos, contatos, contatti, contacten, kontakty, kişiler, "
    "контакты, 联系人, 通讯录, 聯絡人, 連絡先, 연락처, 주소록",
    "files": "dateien, fichiers, archivos, arquivos, ficheiros, file, bestanden, pliki, "
    "dosyalar, файлы, 文件, 文件管理, 檔案, ファイル, 파일, 내 파일",
    "gallery": "galerie, galería, galeria, galleria, galerij, галерея, 图库, 相册, 相簿, "
    "ギャラリー, アルバム, 갤러리",
    "mail": "email, e mail, courrier, correo, correio, posta, poczta, почта, 邮件, 郵件, 電子郵件, "
    "メール, 이메일, 메일",
    "maps": "karten, cartes, mapas, mappe, kaarten, mapy, haritalar, карты, 地图, 地圖, "
    "マップ, 地図, 지도",
    "messages": "nachrichten, mensajes, mensagens, messaggi, berichten, wiadomości, mesajlar, "
    "сообщения, 信息, 短信, 訊息, メッセージ, 메시지, 문자",
    "music": "musik, musique, música, musica, muziek, muzyka, müzik, музыка, 音乐, 音樂, "
    "ミュージック, 音楽, 음악",
    "notes": "notizen, notas, note, notities, notatki, notlar, заметки, 笔记, 备忘录, 備忘錄, "
    "メモ, 메모, 노트",
    "phone": "telefon, téléphone, teléfono, telefone, telefono, telefoon, телефон, 电话, 電話, "
    "전화",
    "photos": "fotos, google fotos, foto, zdjęcia, fotoğraflar, фото, 照片, フォト, 写真, 사진",
    "play store": "应用商店, ストア, 스토어",
    "recorder": "diktiergerät, rekorder, dictaphone, grabadora, gravador, registratore, "
    "dyktafon, диктофон, 录音机, 录音, 錄音, レコーダー, ボイスレコーダー, 녹음, 음성 녹음",
    "settings": "einstellungen, réglages, paramètres, ajustes, configuración, configurações, "
    "definições, impostazioni, instellingen, ustawienia, ayarlar, настройки, 设置, 設定, 설정",
    "weather": "wetter, météo, tiempo, clima, meteo, weer, pogoda, погода, 天气, 天氣, 날씨",
    "wechat": "微信",
    "alipay": "支付宝",
    "taobao": "淘宝",
    "douyin": "抖音",
    "rednote": "小红书",
    "meituan": "美团",
    "amap": "高德地图, 高德",
    "bilibili": "哔哩哔哩, b站",
    "jd": "京东",
    "weibo": "微博",
    "baidu maps": "百度地图",
    "kakaotalk": "카카오톡, 카톡",
    "naver": "네이버",
    "line": "ライン, 라인",
    "paypay": "ペイペイ",
    "instagram": "인스타그램, インスタ",
    "youtube": "유튜브, ユーチューブ",
}

LOCAL = {elsewhere: name for name, others in _ELSEWHERE.items() for elsewhere in others.split(", ")}
"""A name in another language, and the name in `COMMON`."""
