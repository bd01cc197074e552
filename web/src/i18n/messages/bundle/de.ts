/** German: the big catalogue, and those areas whose words are needed from the start. */
import { de as custom } from '../custom/de';
import { de as guide } from '../guide/de';
import { de as knowledge } from '../knowledge/de';
import { de as levels } from '../levels/de';
import { de as a11y } from '../a11y/de';
import { de as most } from '../de';

export const de = { ...most, ...custom, ...guide, ...knowledge, ...levels, ...a11y };
