import type { Egress } from '../../../core/egress/gate.ts';
import type { LdapSource } from '../source.ts';
export const bindAs = async (
  _s: LdapSource,
  _w: { key: string } | { login: string },
  _p: string,
  _d: { egress: Egress },
): Promise<{ isRight: boolean; key?: string }> => ({ isRight: false });
