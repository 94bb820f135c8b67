import type { Row } from '@doorwright/crds';
import { ConnectCard } from './ConnectCard.tsx';
import { RecentErrors } from './errors/RecentErrors.tsx';

/** The tab about connecting a program: its mistakes, and the values that it needs. */
export function ConnectPart({ object, refresh }: { object: Row; refresh: (stored: Row) => void }) {
  return (
    <>
      <RecentErrors object={object} refresh={refresh} />
      <ConnectCard object={object} />
    </>
  );
}
