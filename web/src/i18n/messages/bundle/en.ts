/** English: the big catalogue, and those areas whose words are needed from the start. */
import { en as custom } from '../custom/en';
import { en as guide } from '../guide/en';
import { en as knowledge } from '../knowledge/en';
import { en as levels } from '../levels/en';
import { en as a11y } from '../a11y/en';
import { en as most } from '../en';

export const en = { ...most, ...custom, ...guide, ...knowledge, ...levels, ...a11y };
