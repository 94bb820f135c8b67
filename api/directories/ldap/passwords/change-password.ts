import type { Egress } from '../../../core/egress/gate.ts';
import type { LdapSource } from '../source.ts';
export const changePassword = async (
  _s: LdapSource,
  _k: string,
  _p: { newPassword: string; oldPassword?: string },
  _d: { egress: Egress },
): Promise<void> => undefined;
