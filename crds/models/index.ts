import type { Kind } from '../define.ts';
import { organization } from './organization.ts';
import { role } from './role.ts';
import { user } from './user.ts';

/** Every kind, in reading order. A new kind is one line here. */
export const kinds = [organization, user, role] as unknown as readonly Kind[];
