import { describe, expect, test } from '@jest/globals';
import { visibleText } from './visible-text.ts';

describe('text of others', () => {
  test.each([
    ['an embedding or override', 'invoice\u202efdp.exe', 'invoice\ufffdfdp.exe'],
    ['an isolate', 'a\u2066b\u2069', 'a\ufffdb\ufffd'],
    ['a mark of direction', 'a\u200eb\u200fc\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
    ['a zero-width character', 'pay\u200bpal\ufeff\u2060', 'pay\ufffdpal\ufffd\ufffd'],
    ['a joiner inside Latin text', 'pay\u200dpal\u200c', 'pay\ufffdpal\ufffd'],
    ['a tag or a filler', 'a\u{e0041}\u3164', 'a\ufffd\ufffd'],
    ['a terminal escape', '\u001b[2J\u009b', '\ufffd[2J\ufffd'],
    ['a line separator', 'a\u2028b\r', 'a\ufffdb\ufffd'],
  ])('shows %s as a replacement character', (_what, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test.each([
    'José Ωνάσης, Анна Łukasiewicz',
    'علی\u200cرضا',
    'क्\u200dष',
    '👩\u200d👩\u200d👧 👩🏽\u200d💻',
    'משה כהן',
    'first line\n\tsecond line',
  ])('leaves "%s" as it is written', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  test('writes another replacement where a terminal may not show U+FFFD', () => {
    expect(visibleText('a\u202eb', '?')).toBe('a?b');
  });
});
