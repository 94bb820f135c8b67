import type { Row } from '@doorwright/crds';
import {
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  PageSection,
} from '@patternfly/react-core';
import { registry } from '../../kinds.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { isWebAddress } from '../../ui/web-address.ts';
import { useKindWords } from '../../words/kind-words.ts';
import { regionName } from '../../words/region-name.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { fieldsOfItem, shownItems, useRules } from './account-rules.ts';

/** The fields about the person. The others are for administrators. */
const told = [
  ...['owner', 'name', 'displayName', 'email', 'phone', 'region', 'location', 'affiliation', 'title', 'homepage'],
  ...['bio', 'tag'],
];

/** The public profile of a user. */
export function Profile({ user }: { user: Row }) {
  const words = useKindWords(registry.named('user'));
  const rules = useRules(String(user.owner));
  const shown = String(user.displayName || user.name);
  const fields = rules ? shownItems(rules, 'stranger').flatMap((item) => fieldsOfItem(item, told)) : [];
  return (
    <PageSection isFilled>
      <PageTitle topics={[shown]} />
      <Card className="profile">
        <CardHeader className="profile-head">
          <Portrait src={String(user.avatar ?? '')} name={String(user.name)} size="xl" />
          <CardTitle component="h1">{shown}</CardTitle>
        </CardHeader>
        <CardBody>
          <DescriptionList isHorizontal isCompact>
            {fields
              .filter((field) => user[field] && user[field] !== '')
              .map((field) => (
                <DescriptionListGroup key={field}>
                  <DescriptionListTerm>{words.field(field)}</DescriptionListTerm>
                  <DescriptionListDescription>
                    <Told field={field} text={String(user[field])} />
                  </DescriptionListDescription>
                </DescriptionListGroup>
              ))}
          </DescriptionList>
        </CardBody>
      </Card>
    </PageSection>
  );
}

function Told({ field, text }: { field: string; text: string }) {
  const { language } = useTranslation();
  if (field === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  if (field === 'region') return regionName(text, language);
  if (field === 'homepage' && isWebAddress(text))
    return (
      <a href={text} rel="noreferrer nofollow">
        {text}
      </a>
    );
  return text;
}
