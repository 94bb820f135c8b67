import type { Row } from '@doorwright/crds';
import { Button, Content } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readObject } from '../../editor/read-object.ts';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { OnceDialog } from '../../ui/OnceDialog.tsx';
import { exactTime } from '../../words/relative-time.ts';
import { useTranslation } from '../../words/use-translation.ts';

const kind = registry.named('webhook');

interface Props {
  object: Row;
  refresh: (stored: Row) => void;
}

/** The key of the signatures: it is made here and shown once. The former one signs too for a day. */
export function SigningSecret({ object, refresh }: Props) {
  const { t, language } = useTranslation('webhook-deliveries');
  const [isAsking, setAsking] = useState(false);
  const until = Date.parse(String(object.previousSecretUntil ?? ''));
  const isManaged = ((object.managedFields ?? []) as readonly string[]).includes('secret');
  return (
    <section className="below" aria-label={t('secret.title')}>
      <Content component="h2">{t('secret.title')}</Content>
      <Content component="p">{t('secret.about')}</Content>
      {until > Date.now() && (
        <Content component="p">
          {t('secret.both', { time: exactTime(String(object.previousSecretUntil), language) })}
        </Content>
      )}
      {isManaged ? (
        <Content component="p">{t('secret.managed')}</Content>
      ) : (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('secret.make')}
        </Button>
      )}
      {isAsking && <NewSecret object={object} refresh={refresh} onClose={() => setAsking(false)} />}
    </section>
  );
}

function NewSecret({ object, refresh, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('webhook-deliveries');
  const { owner, name } = object;
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () =>
      (await call<string>('new-webhook-secret', { query: { id: `${owner}/${name}` }, body: {} })).data,
    onSuccess: async () => refresh(await readObject(kind, { owner: String(owner), key: String(name) }, {})),
  });
  if (!data)
    return (
      <FormDialog
        title={t('secret.sure')}
        about={t('secret.sureAbout')}
        problem={error?.message}
        action={t('secret.make')}
        isBusy={isPending}
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        {null}
      </FormDialog>
    );
  return (
    <OnceDialog
      title={t('secret.made')}
      about={t('secret.once')}
      label={t('webhook:fields.secret')}
      text={data}
      kept={t('secret.kept')}
      onClose={onClose}
    />
  );
}
