/** Letters of other scripts that look like Latin ones, in lower case. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '|': 'l',
};

/** A name of a list as it looks: without case, spaces, punctuation, accents, and invisible and confusable characters. */
export function comparableName(name: string): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => lookalikes[letter] ?? letter);
  return latin.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
