import { Content, PageSection, Skeleton, Stack, StackItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../shared/exchange.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { Forbidden } from '../../ui/Forbidden.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { ElsewhereTable } from './ElsewhereTable.tsx';
import { FolderTable } from './FolderTable.tsx';
import { NothingDeclared } from './NothingDeclared.tsx';
import { usePollInterval } from './poll-interval.ts';
import { type Folder, isQuiet, pathOf, readDeclarations } from './reports.ts';

/** All declared objects, from folders and clusters. */
export function Declared() {
  const { t } = useTranslation('declared');
  const { data, error, refetch } = useQuery({
    queryKey: ['manifests'],
    queryFn: ({ signal }) => readDeclarations(signal),
    refetchInterval: usePollInterval(),
  });
  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  return (
    <>
      <PageTitle topics={[t('title')]} />
      <PageSection>
        <Content component="h1">{t('title')}</Content>
        <Content component="p">{t('about')}</Content>
      </PageSection>
      <PageSection isFilled>
        {error && !data ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height="12rem" screenreaderText={t('common:loading')} />
        ) : data.folders.length + data.elsewhere.length === 0 ? (
          <NothingDeclared />
        ) : (
          <Stack hasGutter>
            {data.folders.map((folder) => (
              <StackItem key={folder.cluster}>
                <FolderSection folder={folder} />
              </StackItem>
            ))}
            {data.elsewhere.length > 0 && (
              <StackItem>
                <Content component="h2">{t('inClusters')}</Content>
                <Content component="p">{t('inClustersBody')}</Content>
                <ElsewhereTable objects={data.elsewhere} />
              </StackItem>
            )}
          </Stack>
        )}
      </PageSection>
    </>
  );
}

function FolderSection({ folder }: { folder: Folder }) {
  const { t, language } = useTranslation('declared');
  const { resources, reportedTime } = folder;
  const ready = resources.filter((resource) => resource.ready === 'True').length;
  const time = new Date(reportedTime).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <Content component="h2" className="path">
        {pathOf(folder)}
      </Content>
      {isQuiet(folder) && <Alert isInline variant="warning" title={t('notHeard', { time })} />}
      <Content component="p">{t('readyOf', { ready, total: resources.length })}</Content>
      <FolderTable folder={pathOf(folder)} resources={resources} />
    </>
  );
}
