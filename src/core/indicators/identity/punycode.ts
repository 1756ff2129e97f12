/** Bootstring parameters for punycode (RFC 3492, 5). */
const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128];

function adaptBias(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(first ? delta / damp : delta / 2);
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((base - tMin) * tMax) / 2; bias += base) rest = Math.floor(rest / (base - tMin));
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : base;
}

/** Decodes the punycode of one label, without its `xn--` (RFC 3492, 6.2); undefined if malformed. */
export function decodePunycode(encoded: string): string | undefined {
  const basic = encoded.lastIndexOf('-');
  const output = basic > 0 ? Array.from(encoded.slice(0, basic), (character) => character.charCodeAt(0)) : [];
  let [code, index, bias] = [firstCode, 0, firstBias];
  for (let position = basic > 0 ? basic + 1 : 0; position < encoded.length;) {
    const before = index;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(position++));
      if (digit >= base || position > encoded.length) return undefined;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (weight > 0x7fffffff || index > 0x7fffffff) return undefined;
    }
    const length = output.length + 1;
    bias = adaptBias(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return undefined;
    output.splice(index++, 0, code);
  }
  return String.fromCodePoint(...output);
}
