import { processorSeconds } from './processor-time.ts';

const lookMs = 1_000;

/**
 * The processor time of this process and of everything that it has started. A browser ends without waiting for its own processes, and
 * their time would be lost. So the clock reads the sum regularly, and adds what it lost.
 */
export function startProcessorClock(): () => number {
  let lost = 0;
  let last = 0;
  const look = () => {
    const now = processorSeconds();
    lost += Math.max(0, last - now);
    last = now;
    return now + lost;
  };
  setInterval(look, lookMs).unref();
  return look;
}
