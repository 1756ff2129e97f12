/** Bootstring parameters for punycode (RFC 3492, 5). */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128];

function adaptBias(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(first ? delta / DAMP : delta / 2);
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : BASE;
}

/** Decodes the punycode of one label, without its `xn--` (RFC 3492, 6.2); undefined if malformed. */
export function decodePunycode(encoded: string): string | undefined {
  const basic = encoded.lastIndexOf('-');
  const output = basic > 0 ? Array.from(encoded.slice(0, basic), (character) => character.charCodeAt(0)) : [];
  let [code, index, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let position = basic > 0 ? basic + 1 : 0; position < encoded.length;) {
    const before = index;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(position++));
      if (digit >= BASE || position > encoded.length) return undefined;
      index += digit * weight;
      const threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
      if (digit < threshold) break;
      weight *= BASE - threshold;
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
