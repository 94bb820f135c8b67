import { useState } from 'react';
import { webAddress } from '../../frame/links.ts';
import type { OwnUser } from '../own-account.ts';

interface Props {
  user: Pick<OwnUser, 'name' | 'displayName' | 'avatar'>;
  size: number;
}

/** The picture of a user, or the first letter of their name. */
export function Portrait({ user, size }: Props) {
  const [failed, setFailed] = useState('');
  const picture = webAddress(user.avatar);
  if (picture && picture !== failed)
    return (
      <img className="portrait" src={picture} alt="" width={size} height={size} onError={() => setFailed(picture)} />
    );
  const [first = ''] = user.displayName || user.name;
  return (
    <svg className="portrait" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" />
      <text x="20" y="21">
        {first.toLocaleUpperCase(document.documentElement.lang)}
      </text>
    </svg>
  );
}
