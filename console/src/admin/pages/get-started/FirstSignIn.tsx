import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Content, Spinner, Title } from '@patternfly/react-core';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { CodeText } from '../../ui/CodeText.tsx';
import { Time } from '../../ui/Time.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { kindOf } from '../application/client-kinds.ts';
import { type FirstSignIn as Reached, useFirstSignIn } from './first-sign-in.ts';
import { TrialUser } from './TrialUser.tsx';

/** Waits for the first sign-in of an application, and shows what its token says. */
export function FirstSignIn({ object }: { object: Row }) {
  const { t } = useTranslation('get-started');
  const kind = kindOf(object);
  const hasTokens = kind !== 'saml' && kind !== 'cas';
  const isDone = ({ signIn, token }: Reached) => (hasTokens ? token !== null : signIn !== null);
  const { data, error } = useFirstSignIn(object, isDone);
  return (
    <Card component="section" aria-label={t('signIn.title')}>
      <CardHeader>
        <CardTitle component="h2">{t('signIn.title')}</CardTitle>
      </CardHeader>
      <CardBody aria-live="polite">
        {error && <Alert isInline variant="danger" title={error.message} />}
        {data && isDone(data) ? (
          <Works reached={data} isMachine={kind === 'machine'} />
        ) : (
          <>
            <p className="waiting-for">
              <Spinner size="md" aria-hidden /> {t(kind === 'machine' ? 'signIn.waitingMachine' : 'signIn.waiting')}
            </p>
            {data?.signIn && <Alert isInline variant="info" title={t('signIn.halfway', { user: data.signIn.user })} />}
            <Content component="p">
              {t(kind === 'machine' ? 'signIn.waitingMachineBody' : 'signIn.waitingBody')}
            </Content>
          </>
        )}
      </CardBody>
      {kind !== 'machine' && (!data || !isDone(data)) && (
        <CardBody>
          <TrialUser object={object} />
        </CardBody>
      )}
    </Card>
  );
}

function Works({ reached: { signIn, token }, isMachine }: { reached: Reached; isMachine: boolean }) {
  const { t } = useTranslation('get-started');
  const { user = '', time = '' } = token ?? signIn ?? {};
  return (
    <>
      <Alert isInline variant="success" title={t(isMachine ? 'signIn.worksMachine' : 'signIn.works', { user })}>
        <Time moment={time} />
      </Alert>
      {token && (
        <>
          <Content component="p">{t('signIn.scope', { scope: token.scope })}</Content>
          <Decoded title={t('signIn.claims')} claims={token.claims} />
          {token.idTokenClaims && <Decoded title={t('signIn.idTokenClaims')} claims={token.idTokenClaims} />}
        </>
      )}
      <Link to={paths.getStarted}>{t('signIn.next')}</Link>
    </>
  );
}

const Decoded = ({ title, claims }: { title: string; claims: Record<string, unknown> }) => (
  <>
    <Title headingLevel="h3" size="md">
      {title}
    </Title>
    <CodeText label={title} text={JSON.stringify(claims, null, 2)} />
  </>
);
