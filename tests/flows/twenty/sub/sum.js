output.sum = Number(FIRST) + Number(SECOND);
output.names = { who: 'Ada ' + 'Quill' };
