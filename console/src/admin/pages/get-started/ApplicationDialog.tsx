import { FormGroup } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SingleSelect } from '../../ui/SingleSelect.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { type ClientKind, clientKinds } from '../application/client-kinds.ts';
import { createMaker } from './create-application.ts';
import { Help } from './Help.tsx';
import { KindFields } from './KindFields.tsx';
import { TextField } from './TextField.tsx';
import { useWanted } from './use-wanted.ts';
import { WhoField } from './WhoField.tsx';

/** One dialog for an application, its organization and the people who may sign in. */
export function ApplicationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('get-started');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [make] = useState(createMaker);
  const form = useWanted();
  const { wanted, shown, program, programs } = form;

  const create = useMutation({
    mutationFn: () => make(wanted),
    onSuccess(name) {
      onClose();
      // An app may return by a web address, as a page does.
      navigate(paths.connecting(name, wanted.kind === 'native' ? wanted.kind : program?.name));
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['organization'] });
      void queries.invalidateQueries({ queryKey: ['application'] });
    },
  });
  return (
    <FormDialog
      title={t('dialog.title')}
      about={t('dialog.about')}
      action={t('dialog.create')}
      problem={create.error?.message}
      isBusy={create.isPending}
      isReady={form.isReady}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('dialog.name')}
        value={shown.displayName}
        problem={form.isNamed ? undefined : t('dialog.noName')}
        onChange={form.setDisplayName}
      />
      {form.isGlobal && (
        <TextField
          label={t('dialog.organization')}
          help={t(form.typed.trim() && !form.isKnown ? 'dialog.isNew' : 'dialog.organizationHelp')}
          value={form.typed}
          offered={form.known}
          onChange={form.setTyped}
        />
      )}
      <FormGroup label={t('dialog.kind')}>
        <SingleSelect
          label={t('dialog.kind')}
          choices={clientKinds.map((value) => ({ value, title: t(`kinds.${value}.title`) }))}
          chosen={wanted.kind}
          isFullWidth
          onChoose={(kind) => form.setKind(kind as ClientKind)}
        />
        <Help>{t(`kinds.${wanted.kind}.about`)}</Help>
      </FormGroup>
      {program && (
        <FormGroup label={t('dialog.program')}>
          <SingleSelect
            label={t('dialog.program')}
            choices={programs.map(({ name, title }) => ({ value: name, title }))}
            chosen={program.name}
            isFullWidth
            onChoose={form.setStack}
          />
        </FormGroup>
      )}
      <KindFields
        kind={wanted.kind}
        address={shown.address}
        entityId={shown.entityId}
        onAddress={form.setAddress}
        onEntityId={form.setEntityId}
      />
      {form.isForPeople && (
        <WhoField mayAnyone={wanted.mayAnyoneSignUp} isLocked={form.isLocked} onChange={form.setMayAnyone} />
      )}
    </FormDialog>
  );
}
