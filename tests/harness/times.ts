/** Processor time of this process, in microseconds. The time on the clock also contains the other work of the machine. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * The share of the rounds in which each case takes longer than the first case. Cases of the same time give a half under any load,
 * because all cases run in each round, in turning order. With 200 rounds, chance leaves 0.3 to 0.7 once in a hundred million.
 */
export async function sharesOfLonger(
  cases: readonly (() => Promise<unknown>)[],
  rounds: number,
): Promise<{ shares: number[]; text: string }> {
  const longer = cases.map(() => 0);
  for (const each of cases) for (let warm = 0; warm < 10; warm++) await each();
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    for (let at = 0; at < cases.length; at++) {
      const index = (at + round) % cases.length;
      times[index] = await processorTime(cases[index] as () => Promise<unknown>);
    }
    const [first = 0] = times;
    for (const [index, time] of times.entries()) if (time > first) longer[index] = (longer[index] ?? 0) + 1;
  }
  const shares = longer.slice(1).map((count) => count / rounds);
  return { shares, text: shares.map((share) => share.toFixed(2)).join(' ') };
}
