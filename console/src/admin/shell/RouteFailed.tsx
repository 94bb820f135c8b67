import { useRouteError } from 'react-router-dom';
import { PageFailed } from './PageFailed.tsx';

export const RouteFailed = () => <PageFailed error={useRouteError()} />;
