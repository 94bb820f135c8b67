import type { Row } from '@doorwright/crds';
import { useStanding } from './account-rules.ts';
import { LinkedLogins } from './LinkedLogins.tsx';

/** The accounts at other services that the user signs in with. */
export const LinkedAccounts = ({ object }: { object: Row }) => (
  <LinkedLogins user={object} standing={useStanding(object)} />
);
