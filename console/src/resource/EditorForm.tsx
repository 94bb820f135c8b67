import type { Kind, Row } from '@doorwright/crds';
import { Alert, Content, Form, FormSection, PageSection, Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { FieldControl } from '../fields/FieldControl.tsx';
import { paths } from '../paths.ts';
import { mayChange, useAccount } from '../session/account.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useDelete } from './delete-object.ts';
import { EditorButtons } from './EditorButtons.tsx';
import { sectionsOf } from './form-fields.ts';
import { LeaveGuard, useLeaveGuard } from './LeaveGuard.tsx';
import { StaleModal } from './StaleModal.tsx';
import { useSave } from './save.ts';
import { isDeclared, YamlView } from './YamlView.tsx';

interface Props {
  kind: Kind;
  /** How the object was called when it was read. */
  id: string;
  object: Row;
}

/** `signupItems[0].rule` of the api is `signupItems.0.rule` of the form. */
const formPath = (field: string) => field.replaceAll(/\[(\d+)\]/g, '.$1');

export function EditorForm({ kind, id, object }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const navigate = useNavigate();
  const account = useAccount();
  const isAdding = useLocation().state?.mode === 'add';
  const [params, setParams] = useSearchParams();
  const [saved, setSaved] = useState(object);
  const [theirs, setTheirs] = useState<Row>();
  const [isExiting, setExiting] = useState(false);
  const form = useForm<Row>({ defaultValues: object });
  const { isDirty } = form.formState;
  const guard = useLeaveGuard(isDirty);

  const save = useSave(kind, id, {
    onSaved(stored) {
      setSaved(stored);
      form.reset(stored);
      guard.pass();
      if (isExiting) return void navigate(paths.list(kind));
      // The address follows the name; what was being added has now been.
      if (kind.people && location.pathname === paths.account) return;
      void navigate(paths.editor(kind, stored), { replace: true, state: null });
    },
    onStale: setTheirs,
    onRefused({ fields }) {
      // A name that was not taken must not stand as if it were the object's.
      for (const name of ['name', 'owner'] as const) if (name in saved) form.setValue(name, saved[name] as string);
      for (const { field, message } of fields) form.setError(formPath(field), { message });
      const [first] = fields;
      if (first) form.setFocus(formPath(first.field));
    },
  });
  const remove = useDelete(kind, { onDone: () => void navigate(paths.list(kind)) });

  const submit = (exit: boolean) => {
    setExiting(exit);
    return form.handleSubmit((values) => save.mutate(values))();
  };
  const managed = (saved.managedFields ?? []) as string[];
  const origin = saved.origin as { cluster: string; resource: string } | null | undefined;
  const isReadOnly = !account || !(mayChange(kind, account) || kind.people);
  const buttons = (
    <EditorButtons
      isBusy={save.isPending || remove.isPending}
      isReadOnly={isReadOnly}
      onSave={() => void submit(false)}
      onSaveAndExit={() => void submit(true)}
      {...(isAdding && {
        onCancel: () => {
          guard.pass();
          remove.mutate(saved);
        },
      })}
    />
  );
  const fields = sectionsOf(kind).map(({ title, fields: own }) => (
    <FormSection key={title} title={words.section(title)} titleElement="h2">
      {own.map((field) => (
        <FieldControl
          key={field.name}
          kind={kind}
          field={field}
          isReadOnly={isReadOnly || managed.includes(field.name)}
        />
      ))}
    </FormSection>
  ));
  return (
    <FormProvider {...form}>
      <PageSection className="editor-head">
        <Content component="h1">{t(isAdding ? 'new' : 'editKind', { kind: words.title })}</Content>
        {buttons}
      </PageSection>
      <PageSection isFilled>
        {origin && (
          <Alert
            isInline
            variant="info"
            title={t('console:managed', { resource: origin.resource, cluster: origin.cluster })}
          />
        )}
        {isDeclared(kind) ? (
          <Tabs
            activeKey={params.get('tab') ?? 'form'}
            onSelect={(_event, tab) => setParams(tab === 'form' ? {} : { tab: String(tab) }, { replace: true })}
            mountOnEnter
          >
            <Tab eventKey="form" title={<TabTitleText>{t('console:form')}</TabTitleText>}>
              <Form isWidthLimited maxWidth="70rem">
                {fields}
              </Form>
            </Tab>
            <Tab eventKey="yaml" title={<TabTitleText>YAML</TabTitleText>}>
              <YamlView kind={kind} />
            </Tab>
          </Tabs>
        ) : (
          <Form isWidthLimited maxWidth="70rem">
            {fields}
          </Form>
        )}
      </PageSection>
      <PageSection stickyOnBreakpoint={{ default: 'bottom' }}>{buttons}</PageSection>
      {theirs && (
        <StaleModal
          kind={kind}
          mine={form.getValues()}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onTakeTheirs={() => {
            setSaved(theirs);
            form.reset(theirs);
            setTheirs(undefined);
          }}
          onOverwrite={() => {
            setTheirs(undefined);
            save.mutate({ ...form.getValues(), version: theirs.version });
          }}
        />
      )}
      <LeaveGuard guard={guard} />
    </FormProvider>
  );
}
