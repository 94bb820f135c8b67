import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { closestLanguage, type Language, languages } from '@doorwright/locales';
import { languageOf } from '../../http/language.ts';

/** The reader of a letter, as far as they are known. */
interface Reader {
  user: User | undefined;
  /** The header Accept-Language of their request. */
  language: string | undefined;
  organization: Pick<Organization, 'language'>;
}

/** The languages of a letter, the best first: the user's own, that of the request, and that of the organization. */
export function readersLanguages({ user, language, organization }: Reader): Language[] {
  const own = user?.language ? closestLanguage(user.language, languages) : undefined;
  const asked = language ? languageOf(language) : undefined;
  return [own, asked, organization.language || undefined].filter((each) => each !== undefined);
}

interface Named {
  organization: Organization;
  application: Application | undefined;
  user: User | undefined;
  to: string;
}

const shown = ({ displayName, name }: { displayName: string; name: string }) => displayName || name;

/** The names that a letter can contain. */
export const namesOf = ({ organization, application, user, to }: Named): Record<string, string> => ({
  organization: shown(organization),
  application: shown(application ?? organization),
  user: user ? shown(user) : to,
  address: to,
});
