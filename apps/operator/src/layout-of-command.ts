import { readLayoutModel } from '@kiosk/backend/config'
import { type LayoutSettings, problemLine } from '@kiosk/importer/layout/layout-model'

/** Returns the layout model that a command uses; undefined if none is set. @param print called with a line for each problem */
export function layoutOfCommand(print: (line: string) => void): LayoutSettings | undefined {
  const path = readLayoutModel()
  return path ? { path, onProblem: (problem) => print(problemLine(problem)) } : undefined
}
