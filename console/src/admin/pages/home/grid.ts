/** The grid lines of a count axis: even steps of 1, 2 or 5 times a power of ten, up to above the largest count. */
export function gridOf(most: number): number[] {
  const rough = Math.max(most * 1.1, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(most, 4) / step) + 1 }, (_line, at) => at * step);
}
