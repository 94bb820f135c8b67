/** Samples in a hundredth of a second, in the sounds of the captcha. */
const step = 80;
const header = 44;

/** Counts the beeps of a captcha's sound, as a person who listens does: groups between pauses, and a long tone for zero. */
export function digitsHeard(wav: string): string {
  if (wav === '') throw new Error('there is no sound');
  const samples = Buffer.from(wav, 'base64').subarray(header);
  const isLoud = Array.from({ length: Math.floor(samples.length / step) }, (_, at) =>
    samples.subarray(at * step, (at + 1) * step).some((sample) => Math.abs(sample - 128) > 35),
  );
  const runs: { loud: boolean; steps: number }[] = [];
  for (const loud of isLoud) {
    const last = runs.at(-1);
    if (last?.loud === loud) last.steps += 1;
    else runs.push({ loud, steps: 1 });
  }
  const groups: number[][] = [];
  let isNew = true;
  for (const { loud, steps } of runs) {
    if (!loud) isNew ||= steps > 60;
    else if (isNew) groups.push([steps]);
    else groups.at(-1)?.push(steps);
    if (loud) isNew = false;
  }
  return groups.map((beeps) => (Number(beeps[0]) > 50 ? 0 : beeps.length)).join('');
}
