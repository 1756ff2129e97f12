const reach = 160;

/** Marks of quoted-printable mail: an escaped `=`, or a line wrapped after `=`. */
const quotedPrintablePattern = /=3D|[^=\s]=\r?\n/;

/**
 * The length of the two digits of a quoted-printable escape (`=20`, `=3D`, `=C2=A0`) that precede a name at `start`,
 * directly after the `=`; 0 if there are none. Queries can contain `site=20min.example`, so the surrounding text must
 * be such mail.
 */
export function quotedPrintableLength(text: string, start: number): number {
  const code = text.slice(start, start + 2);
  if (!/^(?:20|09|22|27|28|3[ACDE]|40|5B|7C|[89A-F][0-9A-F])$/.test(code)) return 0;
  if (/^[89A-F]/.test(code))
    return /=[C-F][0-9A-F](?:=[89AB][0-9A-F])?=$/.test(text.slice(Math.max(0, start - 7), start)) ? 2 : 0;
  return quotedPrintablePattern.test(text.slice(Math.max(0, start - reach), start + reach)) ? 2 : 0;
}
