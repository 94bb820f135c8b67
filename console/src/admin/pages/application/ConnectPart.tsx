import type { Row } from '@doorwright/crds';
import { useSearchParams } from 'react-router-dom';
import { ConnectCard } from './ConnectCard.tsx';
import { RecentErrors } from './errors/RecentErrors.tsx';

/** The tab about connecting a program: its mistakes, and the values that it needs. */
export function ConnectPart({ object, refresh }: { object: Row; refresh: (stored: Row) => void }) {
  // The part stays while another tab is open.
  const [params] = useSearchParams();
  return (
    <>
      <RecentErrors object={object} refresh={refresh} isShown={params.get('tab') === 'connect'} />
      <ConnectCard object={object} />
    </>
  );
}
