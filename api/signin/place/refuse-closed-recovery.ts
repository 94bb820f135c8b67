import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../../core/errors.ts';

/** Recovery is closed where nobody signs in with a password. The answer is the same for every user, known or not. */
export function refuseClosedRecovery({ enablePassword }: Pick<Application, 'enablePassword'>): void {
  if (!enablePassword) throw new Refusal('recovery-closed');
}
