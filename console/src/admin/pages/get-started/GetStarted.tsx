import { Card, CardBody, Content, PageSection, Skeleton } from '@patternfly/react-core';
import { isAdministrator, useAccount } from '../../session/account.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { Forbidden } from '../../ui/Forbidden.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import './get-started.css';
import type { Account } from '../../session/account.ts';
import { StepList } from './StepList.tsx';
import { useSteps } from './steps.ts';

/** The first steps of an installation, or of an organization for its administrator. */
export function GetStarted() {
  const { t } = useTranslation('get-started');
  const account = useAccount();
  if (!account) return null;
  if (!isAdministrator(account)) return <Forbidden />;
  return (
    <>
      <PageTitle topics={[t('console:getStarted')]} />
      <PageSection>
        <Content component="h1">{t('console:getStarted')}</Content>
        <Content component="p">{t('about')}</Content>
      </PageSection>
      <PageSection isFilled>
        <AllSteps account={account} />
      </PageSection>
    </>
  );
}

function AllSteps({ account }: { account: Account }) {
  const { t } = useTranslation();
  const { steps, error, refetch, confirmCopy } = useSteps(account);
  if (error && !steps) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!steps) return <Skeleton height="20rem" screenreaderText={t('loading')} />;
  return (
    <Card>
      <CardBody>
        <StepList steps={steps} onCopy={confirmCopy} />
      </CardBody>
    </Card>
  );
}
