import type { Row } from '@doorwright/crds';
import { Button, Content } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { providerTests } from '../../../../shared/provider-tests.ts';
import { call } from '../../../http/call.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { CodeText } from '../../../ui/CodeText.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { Registration } from '../saml/Registration.tsx';

interface Result {
  /** What the service said of the user. */
  said: Row;
  /** The fields of the user that it would make. */
  mapped: Row;
}

const windowFeatures = 'popup,width=600,height=760';

/** Opens the page of the service in a window. It opens at once, because browsers allow that only in a click. */
async function openService(provider: string): Promise<void> {
  const opened = window.open('', '_blank', windowFeatures);
  try {
    const body = { purpose: 'test', provider, page: location.pathname };
    const { data } = await call<string>('begin-provider-request', { body, kind: 'provider' });
    if (opened) opened.location.href = data;
  } catch (error) {
    opened?.close();
    throw error;
  }
}

async function finish(answer: unknown): Promise<Result> {
  const { data, data2 } = await call<Row>('test-provider-sign-in', { body: answer, kind: 'provider' });
  return { said: data, mapped: data2 as Row };
}

const filled = (object: Row) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== ''));
const asText = (object: object) => JSON.stringify(object, null, 2);

/** A sign-in at the service that makes no user. A service of SAML also gets our values. */
export function SignInTrial({ object, isIncomplete }: { object: Row; isIncomplete: boolean }) {
  const { t } = useTranslation('editor');
  const begin = useMutation({ mutationFn: () => openService(String(object.name)), onMutate: () => result.reset() });
  const result = useMutation({ mutationFn: finish });
  const { mutate } = result;
  useEffect(() => {
    const channel = providerTests();
    channel.onmessage = ({ data }) => mutate(data);
    return () => channel.close();
  }, [mutate]);
  const error = begin.error ?? result.error;
  return (
    <section className="below" aria-label={t('provider.testSignIn')}>
      {object.category === 'SAML' && (
        <>
          <Content component="h2">{t('provider.register')}</Content>
          <Registration name={object.name} />
        </>
      )}
      <Content component="h2">{t('provider.testSignIn')}</Content>
      <Content component="p">{t('provider.testSignInAbout')}</Content>
      <Button variant="secondary" isDisabled={isIncomplete || begin.isPending} onClick={() => begin.mutate()}>
        {t('provider.testSignIn')}
      </Button>
      <div role="status">
        {result.data && (
          <>
            <Content component="h3">{t('provider.mapped')}</Content>
            <CodeText label={t('provider.mapped')} text={asText(filled(result.data.mapped))} />
            <Content component="h3">{t('provider.said')}</Content>
            <CodeText label={t('provider.said')} text={asText(result.data.said)} />
          </>
        )}
      </div>
      {error && <Alert isInline variant="danger" title={error.message} />}
    </section>
  );
}
