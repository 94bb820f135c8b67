import { PageBoundary } from '../router/PageBoundary.tsx';
import { useShown } from '../router/use-router.ts';
import { PageFailed } from './PageFailed.tsx';

/** The page of the address. The frame stays when it fails. */
export function ShownPage() {
  const place = useShown((shown) => shown.place);
  const Component = useShown((shown) => shown.Component);
  const error = useShown((shown) => shown.error);
  return (
    <PageBoundary at={place} failed={(thrown) => <PageFailed error={thrown} />}>
      {error === undefined ? Component && <Component /> : <PageFailed error={error} />}
    </PageBoundary>
  );
}
