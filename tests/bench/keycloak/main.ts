import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startKeycloak } from '../../harness/keycloak/distribution.ts';
import { openRound } from './round.ts';

const { values } = parseArgs({ strict: false, options: { url: { type: 'string' } } });

/** Tries the providers for Keycloak against Keycloak itself, and prints a line for each part. */
const began = Date.now();
const keycloak = await startKeycloak(values.url as string | undefined);
const secondsSince = (time: number) => Math.round((Date.now() - time) / 1000);
console.info(`Keycloak ${keycloak.version} is ready after ${secondsSince(began)} s`);
const round = await openRound(keycloak, `acme-${randomBytes(3).toString('hex')}`);
let failed = 0;
try {
  for (const [title, run] of Object.entries(round.parts)) {
    const time = Date.now();
    const problem = await run().then(
      () => '',
      (error: Error) => error.message.split('\n')[0],
    );
    if (problem) failed++;
    console.info(`${problem ? 'FAILED' : 'ok    '}  ${title} (${secondsSince(time)} s)${problem && `: ${problem}`}`);
  }
} finally {
  await round.stop();
  await keycloak.stop();
}
console.info(`${Object.keys(round.parts).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
