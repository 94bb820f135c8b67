import type { Row } from '@doorwright/crds';
import { termOf } from '@doorwright/crds/providers/described.ts';
import type { ProviderField } from '@doorwright/crds/providers/description.ts';
import type { ControlProps } from '../../fields/control.ts';
import { FieldTexts } from '../../fields/FieldTexts.tsx';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { problemOf, useChannels } from './channels.ts';

/** The payment providers of a product, with a warning for each by which nobody can pay. */
export function ChannelsControl(props: ControlProps<string[]>) {
  const { t, language } = useTranslation(['sales', 'types-provider']);
  const providers = useChannels();
  const labelOf = (provider: Row, field: string) => {
    const term = termOf(provider, field as ProviderField);
    return t(term ? `types-provider:labels.${term}` : `provider:fields.${field}`);
  };

  function warningOf(name: string): string[] {
    const provider = providers?.get(name);
    const problem = problemOf(provider);
    if (!problem) return [];
    const fields =
      provider && problem.why === 'fields'
        ? new Intl.ListFormat(language).format(problem.fields.map((field) => labelOf(provider, field)))
        : '';
    return [t(`channel.${problem.why}`, { name, type: provider?.type, fields })];
  }

  return (
    <>
      <SeveralControl {...props} />
      <FieldTexts id={props.id} warnings={providers ? (props.value ?? []).flatMap(warningOf) : []} />
    </>
  );
}
