const REACH = 160;

/** What quoted-printable mail has and other texts have not: an escaped `=` or a line that breaks behind `=`. */
const QUOTED_PRINTABLE = /=3D|[^=\s]=\r?\n/;

/**
 * Length of the two digits that a quoted-printable escape (`=20`, `=3D`, `=C2=A0`) leaves glued to a name at `start`, right
 * behind the `=`; 0 where there is none. A query may hold `site=20min.example`: the text round it must be such mail.
 */
export function quotedPrintableLength(text: string, start: number): number {
  const code = text.slice(start, start + 2);
  if (!/^(?:20|09|22|27|28|3[ACDE]|40|5B|7C|[89A-F][0-9A-F])$/.test(code)) return 0;
  if (/^[89A-F]/.test(code))
    return /=[C-F][0-9A-F](?:=[89AB][0-9A-F])?=$/.test(text.slice(Math.max(0, start - 7), start)) ? 2 : 0;
  return QUOTED_PRINTABLE.test(text.slice(Math.max(0, start - REACH), start + REACH)) ? 2 : 0;
}
