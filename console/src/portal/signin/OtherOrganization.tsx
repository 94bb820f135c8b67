import type { Door } from '../attempt/door.ts';
import { Alert } from '../frame/Alert.tsx';
import { ownerName } from '../frame/Foot.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';

interface Props extends Pick<PageProps, 'organization'> {
  door: Door;
  /** Nobody here has this name and proof. */
  isUnknown: boolean;
}

/** `/login` names no organization. It tells everybody the same, so strangers learn nothing about users or organizations. */
export function PlaceHint({ organization, door, isUnknown }: Props) {
  const isMeant = isUnknown && !door.target.continuesSession && !door.organization;
  const address = `${location.origin}/login/`;
  return (
    <Alert look="info">{isMeant && t('otherOrganization', { organization: ownerName(organization), address })}</Alert>
  );
}

/** The server led the visitor of `/login` to the organization that this browser remembers. */
export const RememberedFoot = ({ organization }: Pick<PageProps, 'organization'>) => (
  <p className="foot">
    {t('notThere', { organization: ownerName(organization) })} <a href="/login/built-in">{t('signInElsewhere')}</a>
  </p>
);
