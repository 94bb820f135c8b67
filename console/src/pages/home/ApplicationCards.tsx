import { Card, CardBody, CardHeader, CardTitle, EmptyState, Gallery } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../http/call.ts';
import { FailedState } from '../../ui/FailedState.tsx';

interface Application {
  name: string;
  displayName: string;
  description: string;
  logo: string;
  homepageUrl: string;
}

/** The applications one can go to from here. */
export function ApplicationCards({ organization }: { organization: string }) {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: ['application', 'list', { organization }],
    queryFn: async ({ signal }) =>
      (await call<Application[]>('get-organization-applications', { query: { organization }, signal })).data,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.length === 0) return <EmptyState titleText={t('noApplications')} headingLevel="h2" />;
  return (
    <Gallery hasGutter minWidths={{ default: '16rem' }} maxWidths={{ default: '20rem' }}>
      {data.map((application) => (
        <ApplicationCard key={application.name} {...application} />
      ))}
    </Gallery>
  );
}

function ApplicationCard({ name, displayName, description, logo, homepageUrl }: Application) {
  const shown = displayName || name;
  return (
    <Card isFullHeight>
      {logo && (
        <CardHeader>
          <img src={logo} alt="" className="application-logo" />
        </CardHeader>
      )}
      <CardTitle component="h2">{homepageUrl ? <a href={homepageUrl}>{shown}</a> : shown}</CardTitle>
      <CardBody>{description}</CardBody>
    </Card>
  );
}
