import { model } from '@doorwright/crds/kinds/model.ts';
import type { Item } from '../contract.ts';
import { lossesOf } from '../reading/losses.ts';
import { idOf } from './in-order-of-references.ts';
import type { Original } from './original.ts';
import { platform, type Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

/** Values that Casdoor derives from the text. */
const derived = ['parentModel', 'manager', 'contactEmail', 'key', 'title', 'children', 'isTopModel', 'users'];

function modelItems(original: Original, survey: Survey): Item[] {
  const name = original.text('name');
  const owner = survey.organizationOf(original.text('owner'));
  const losses = lossesOf(`model "${idOf(original)}"`);
  if (!owner) {
    if (original.text('owner') === platform) return [];
    return [{ from: losses.from, lost: 'the model', why: 'Its organization does not exist.' }];
  }
  if (!survey.claim('model', owner, name)) {
    survey.leaveOut('model', idOf(original));
    return [{ from: losses.from, lost: 'the model', why: `Another model of "${owner}" has the same name.` }];
  }
  const fields = takeFields({ described: model.described, original, losses, except: [] });
  nameUnread(original, losses, derived);
  return [{ kind: 'model', from: losses.from, fields: { owner, name, ...fields } }, ...losses.all];
}

export const modelsOf = (survey: Survey): Item[] =>
  survey.all.model.flatMap((original) => modelItems(original, survey));
