import type { Row } from '@doorwright/crds';
import { Content, DescriptionList } from '@patternfly/react-core';
import { CodeText } from '../../../../ui/CodeText.tsx';
import { CopyRow } from '../../../../ui/CopyRow.tsx';
import { useChoiceWords } from '../../../../words/choice-words.ts';
import { useTranslation } from '../../../../words/use-translation.ts';
import { asRoomAllows } from '../../as-room-allows.ts';
import { filledText, type Typed } from './fill-in.ts';
import { useOurValues } from './our-values.ts';
import type { SamlService } from './saml-service.ts';

/** Texts of many lines have a box, and a file to download. */
const files: Record<string, string> = { certificate: '.pem', metadata: '-metadata.xml' };

interface Props {
  object: Row;
  service: SamlService;
  typed: Typed;
}

/** What to enter at the service: its own field names, and our values. */
export function ValuesThere({ object, service, typed }: Props) {
  const { t } = useTranslation('saml-services');
  const ours = useOurValues(object);
  const fields = service.there.map((each) => ({
    field: each.field,
    text: 'ours' in each ? ours[each.ours] : filledText(each.text, typed),
    file: 'ours' in each ? files[each.ours] : undefined,
  }));
  const title = t('there', { service: service.title });
  return (
    <section aria-label={title}>
      <Content component="h4">{title}</Content>
      <DescriptionList {...asRoomAllows}>
        {fields.map(({ field, text, file }) => text && !file && <CopyRow key={field} label={field} text={text} />)}
      </DescriptionList>
      {fields.map(
        ({ field, text, file }) =>
          text &&
          file && (
            <div key={field}>
              <Content component="h5">{field}</Content>
              <CodeText label={field} text={text} file={`${object.name}${file}`} />
            </div>
          ),
      )}
    </section>
  );
}

/** What to enter in the form of the application. */
export function ValuesHere({ service: { here, attributes }, typed }: Omit<Props, 'object'>) {
  const { t } = useTranslation('saml-services');
  const word = useChoiceWords();
  const label = (member: string) => t(`application:members.samlServiceProviders.${member}`);
  return (
    <section aria-label={t('here')}>
      <Content component="h4">{t('here')}</Content>
      <DescriptionList {...asRoomAllows}>
        <CopyRow label={label('entityId')} text={filledText(here.entityId, typed)} />
        <CopyRow label={label('acsUrls')} text={filledText(here.acsUrl, typed)} />
        <CopyRow label={label('nameIdFormat')} text={here.nameIdFormat} />
        {here.sloUrl && <CopyRow label={label('sloUrl')} text={filledText(here.sloUrl, typed)} />}
        {attributes.map(({ name, source }) => (
          <CopyRow key={name} label={t('attribute', { source: word(source) })} text={name} />
        ))}
      </DescriptionList>
    </section>
  );
}
