import { Card, CardBody, CardHeader, CardTitle, EmptyState, EmptyStateBody, Gallery } from '@patternfly/react-core';
import { CubeIcon } from '@patternfly/react-icons/dist/esm/icons/cube-icon';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { isWebAddress } from '../../ui/web-address.ts';
import { useTranslation } from '../../words/use-translation.ts';

interface Application {
  name: string;
  displayName: string;
  description: string;
  logo: string;
  homepageUrl: string;
}

/** Links to the applications that the user can open. */
export function ApplicationCards({ organization }: { organization: string }) {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: ['application', 'list', { organization }],
    queryFn: async ({ signal }) =>
      (await call<Application[]>('get-organization-applications', { query: { organization }, signal })).data,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.length === 0)
    return (
      <EmptyState icon={CubesIcon} titleText={t('noApplications')} headingLevel="h2">
        <EmptyStateBody>{t('home:noApplicationsBody')}</EmptyStateBody>
      </EmptyState>
    );
  return (
    <Gallery hasGutter minWidths={{ default: '100%', sm: '14rem' }} maxWidths={{ sm: '20rem' }}>
      {data.map((application) => (
        <ApplicationCard key={application.name} {...application} />
      ))}
    </Gallery>
  );
}

function ApplicationCard({ name, displayName, description, logo, homepageUrl }: Application) {
  const { t } = useTranslation('home');
  const shown = displayName || name;
  const isLink = isWebAddress(homepageUrl);
  return (
    <Card isFullHeight className="application-card" {...(!isLink && { variant: 'secondary' })}>
      <CardHeader>
        {logo ? <img src={logo} alt="" className="application-logo" /> : <CubeIcon className="application-logo" />}
      </CardHeader>
      <CardTitle component="h2">
        {isLink ? (
          <a href={homepageUrl} target="_blank" rel="noreferrer" className="card-link">
            {shown} <ExternalLinkAltIcon className="external" />
            <span className="pf-v6-screen-reader">, {t('opensNewTab')}</span>
          </a>
        ) : (
          shown
        )}
      </CardTitle>
      <CardBody>{description}</CardBody>
    </Card>
  );
}
