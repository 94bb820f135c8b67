import { hash } from 'node:crypto';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Logger } from 'pino';
import type { Config } from '../../../core/config.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';

/** The parts with which a password is looked up. */
export interface BreachedDeps {
  config: Pick<Config, 'DOORWRIGHT_BREACHED_PASSWORDS'>;
  egress: Egress;
  log: Pick<Logger, 'warn'>;
}

/** A range has about 1,000 lines. A user waits for the answer. */
const limits = { timeoutMs: 3000, maxBytes: 2 ** 18, redirects: 0 };
const prefixLength = 5;

/** Lines that only hide the length of the answer have the count 0. */
function isIn(lines: string, suffix: string): boolean {
  return lines.split(/\r?\n/).some((line) => {
    const [listed = '', count = ''] = line.trim().split(':');
    return listed.toUpperCase() === suffix && Number(count) > 0;
  });
}

/** The range of digests that begin like this one. */
async function rangeOf({ config, egress }: BreachedDeps, prefix: string): Promise<string> {
  const address = `${config.DOORWRIGHT_BREACHED_PASSWORDS.replace(/\/+$/, '')}/${prefix}`;
  const headers = { 'Add-Padding': 'true', 'User-Agent': 'Doorwright' };
  const { status, body } = await egress.for('platform').fetch(address, { headers }, limits);
  if (status !== 200) throw new Error(`the service answered ${status}`);
  return body.toString('utf8');
}

/**
 * Refuses a password that stands in a list of breached ones, where the organization wants that. The service gets the first
 * five digits of the SHA-1, which hundreds of listed passwords share. If it is away, the password is accepted.
 */
export async function refuseBreached(
  deps: BreachedDeps,
  password: string,
  { name, refuseBreachedPasswords }: Pick<Organization, 'name' | 'refuseBreachedPasswords'>,
): Promise<void> {
  if (!refuseBreachedPasswords || deps.config.DOORWRIGHT_BREACHED_PASSWORDS === 'off') return;
  const digest = hash('sha1', password, 'hex').toUpperCase();
  const suffix = digest.slice(prefixLength);
  const isBreached = await rangeOf(deps, digest.slice(0, prefixLength)).then(
    (lines) => isIn(lines, suffix),
    (error: Error) => {
      deps.log.warn(
        { organization: name, reason: error.message },
        'A new password was not compared with breached ones',
      );
      return false;
    },
  );
  if (isBreached) throw new Refusal('password-breached');
}
