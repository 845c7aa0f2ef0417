/** Exact for decimals as they are written: 0.3 is a multiple of 0.1, which division would deny. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimalOf(value);
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  const shared = Math.min(exponent, divisorExponent);
  const scaled = (whole: bigint, from: number) => whole * 10n ** BigInt(from - shared);
  return scaled(digits, exponent) % scaled(divisorDigits, divisorExponent) === 0n;
}

/** A number as whole digits and a power of ten; at most a thousand digits are needed for any of them. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
