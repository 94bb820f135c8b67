import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Db } from '../../../db/knex.ts';
import { hashPassword } from '../../../kinds/user/passwords/passwords.ts';
import { links } from '../store/links.ts';
import type { Home } from './decide.ts';

const nothing = { password: '', passwordSalt: '', passwordType: '' };

/** The password as the organization stores it, if the directory says that one is kept for hours without it. */
export async function digestToKeep(
  { directory }: Pick<Home, 'directory'>,
  { organization, password }: { organization: Pick<Organization, 'name'>; password: string },
): Promise<typeof nothing> {
  if (directory.offlineHours === 0) return nothing;
  return hashPassword({ organization: organization.name, type: 'argon2id', password });
}

/** Remembers when the directory proved a password. Only while that is recent may a digest stand in for it. */
export const noteProof = async (db: Db, { link, directory }: Home, now: Date): Promise<void> => {
  if (link && directory.offlineHours > 0)
    await db(links).where({ owner: 'admin', id: link.id }).update({ proved_time: now });
};
