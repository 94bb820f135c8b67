import { Button, Card, CardBody, CardHeader, CardTitle, Content, Flex } from '@patternfly/react-core';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import type { Account } from '../../session/account.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { ConnectButton } from './ConnectButton.tsx';
import { useSteps } from './steps.ts';

/** The first steps on the home page, until all are done or the user hides the card. */
export function GetStartedCard({ account }: { account: Account }) {
  const { t } = useTranslation('get-started');
  const { steps, isHidden, hide } = useSteps(account);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  // The home page works without the card, so a failure says nothing here.
  if (!steps || isHidden || done === steps.length) return null;
  return (
    <Card component="section" aria-label={t('console:getStarted')}>
      <CardHeader
        actions={{
          actions: (
            <Button variant="link" onClick={hide}>
              {t('hide')}
            </Button>
          ),
        }}
      >
        <CardTitle component="h2">{t('console:getStarted')}</CardTitle>
      </CardHeader>
      <CardBody>
        <Content component="p">{t('steps.application.about')}</Content>
        <Content component="p">{t('progress', { done, total: steps.length })}</Content>
        <Flex>
          <ConnectButton isMain />
          <Link to={paths.getStarted}>{t('allSteps')}</Link>
        </Flex>
      </CardBody>
    </Card>
  );
}
