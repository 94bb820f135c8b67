import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { keysKey, type SamlKey } from './saml-keys.ts';

const ConfirmDialog = lazyDialog([], async () => (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog);

interface Step {
  route: 'add-saml-key' | 'use-saml-key' | 'delete-saml-key';
  state?: SamlKey['state'];
  done: 'added' | 'used' | 'removed';
}

/** Changes the keys of an organization, and shows what the api answers. */
export function useSamlKeyStep(organization: string) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ route, state }: Step) =>
      call<SamlKey[]>(route, { body: { owner: 'admin', name: organization, ...(state && { state }) } }),
    onSuccess: ({ data }, { done }) => {
      queries.setQueryData(keysKey(organization), data);
      notify('success', t(`samlKeys.${done}`));
    },
    onError: (error) => notify('danger', error.message),
  });
}

interface Asked {
  organization: string;
  label: string;
  title: string;
  about: string;
  step: Step;
  isDanger?: boolean;
}

/** A step that ends something, after a question. */
export function AskedStep({ organization, label, title, about, step, isDanger = false }: Asked) {
  const { t } = useTranslation('editor');
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useSamlKeyStep(organization);
  return (
    <>
      <Button variant="secondary" isDanger={isDanger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog title={title} about={about} stay={t('common:cancel')} onStay={() => setAsking(false)}>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isLoading={isPending}
            onClick={() => mutate(step, { onSettled: () => setAsking(false) })}
          >
            {label}
          </Button>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The next step of a rotation: to make a key, or to sign with it after a question. */
export function NextSamlKey({ organization, hasNext }: { organization: string; hasNext: boolean }) {
  const { t } = useTranslation('editor');
  const step = useSamlKeyStep(organization);
  if (hasNext)
    return (
      <AskedStep
        organization={organization}
        label={t('samlKeys.use')}
        title={t('samlKeys.sureToUse')}
        about={t('samlKeys.useAbout')}
        step={{ route: 'use-saml-key', done: 'used' }}
      />
    );
  return (
    <Button
      variant="secondary"
      isLoading={step.isPending}
      onClick={() => step.mutate({ route: 'add-saml-key', done: 'added' })}
    >
      {t('samlKeys.add')}
    </Button>
  );
}
