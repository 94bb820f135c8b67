import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../core/errors.ts';

/** A new password is of no use where nobody signs in with one; that is told before anybody is looked for. */
export function refuseClosed({ enablePassword }: Pick<Application, 'enablePassword'>): void {
  if (!enablePassword) throw new Refusal('recovery-closed');
}
