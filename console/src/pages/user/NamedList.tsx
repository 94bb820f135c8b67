import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Title,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

interface Props {
  title: string;
  entries: readonly { name: string; value: string }[];
}

/** A read-only list of links to objects. */
export function NamedList({ title, entries }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Title headingLevel="h2" size="md">
        {title}
      </Title>
      {entries.length === 0 ? (
        t('empty')
      ) : (
        <DescriptionList isHorizontal isCompact aria-label={title}>
          {entries.map(({ name, value }) => (
            <DescriptionListGroup key={`${name} ${value}`}>
              <DescriptionListTerm>{name}</DescriptionListTerm>
              <DescriptionListDescription className="code">{value}</DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      )}
    </>
  );
}
