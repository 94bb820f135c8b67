import type { Row } from '@doorwright/crds';
import { Content, Grid, GridItem, PageSection, Skeleton } from '@patternfly/react-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { objectQuery } from '../../editor/object-query.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { RecentErrors } from '../application/errors/RecentErrors.tsx';
import { useSecret } from '../application/use-secret.ts';
import { ApplicationValues } from './ApplicationValues.tsx';
import { AsResource } from './AsResource.tsx';
import { FirstSignIn } from './FirstSignIn.tsx';
import './get-started.css';

const kind = registry.named('application');
const queryOf = (key: string) => objectQuery(kind, { owner: 'admin', key }, { masked: 'true' });

/** The page of a new application: its values, a program, and its first sign-in. */
export function Connecting() {
  const { t } = useTranslation('get-started');
  const { application: key = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(key));
  const title = t('connect.title', { name: String(data?.displayName || key) });
  return (
    <>
      <PageTitle topics={[title]} />
      <PageSection>
        <Content component="h1">{title}</Content>
        <Link to={paths.editor(kind, { name: key })}>{t('connect.editor')}</Link>
      </PageSection>
      <PageSection isFilled>
        {error && !data ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height="20rem" screenreaderText={t('common:loading')} />
        ) : (
          <Parts object={data} />
        )}
      </PageSection>
    </>
  );
}

function Parts({ object }: { object: Row }) {
  const queries = useQueryClient();
  // A program works only with its secret, and people copy both here.
  useSecret(object, true);
  return (
    <Grid hasGutter>
      <GridItem xl={5} order={{ default: '1', xl: '2' }}>
        <FirstSignIn object={object} />
        <RecentErrors
          isInColumn
          object={object}
          refresh={(stored) => queries.setQueryData(queryOf(String(object.name)).queryKey, stored)}
        />
      </GridItem>
      <GridItem xl={7} order={{ default: '2', xl: '1' }}>
        <ApplicationValues object={object} />
        <AsResource object={object} />
      </GridItem>
    </Grid>
  );
}
