// Public types that no example names, with the reason: a program has values of them all the time, and hardly ever writes their names.
// `public-names.test.ts` refuses one that an example does name, or that is exported no more.

export interface InferredTypes {
  /** Why no example names them. */
  readonly because: string;
  readonly names: readonly string[];
}

export const inferredTypes: readonly InferredTypes[] = [
  {
    because:
      'options, written as a literal where they are given: the example is that of the function',
    names:
      words(`AgentOptions AgentTools AnyTool Asking AwaitOptions CloseOptions FindUser ForkOptions GraphOptions HandlerOptions
      History ImportOptions MapOptions MigrateOptions ModelOptions MoveOptions NodeOptions OpenOptions RecordOptions ReplayChange
      ReplayOptions ResumeOptions ScheduleTimes ScriptReply StartOptions StepAnswers TestOptions ThreadInput ThreadMessage
      ThreadOptions ToolDecision ToolOptions TypedStartOptions WorkflowOptions`),
  },
  {
    because: 'results, inferred where the function is called: the example is that of the function',
    names:
      words(`Approval ApprovalRequest Diagnostic Divergence Elsewhere Events FinishReason Forked Handler Imported MigrationReport
      MovedRun Outputs Recording ReplayReport Reply Resumed RunAnswer RunBundle RunOutput RunUpdate SavedWorkflow Started Tool ToolCall`),
  },
  {
    because: 'of a client: inferred from the name of the call',
    names: words('Answered AnswerOf CallOf ClientOptions FollowOptions RouteName RunUpdateJson'),
  },
  {
    because: 'types that the compiler computes or shows in its messages',
    names:
      words(`BranchValue GraphNode MayBeMissing NotAValue NotJson OutputNode PlainOr RefTo SavedId SavedInput SavedOutput Stopped
      Unref`),
  },
  {
    because:
      'parameters of functions that a host registers, inferred from where they are registered',
    names:
      words(`CustomAgent CustomLlm DataflowContext DataflowFunction DataflowIo DataflowResult DescribedType FunctionResult LogFields
      ModelRequest NodeCall NodeFunction NodeIo RegisteredFunction RegisteredTool`),
  },
  {
    because: 'ids, made by the functions of the same names, which examples call',
    names: words('NodeId OutputId VersionId WaitId WorkflowId'),
  },
  {
    because:
      'formats that others define: definitions as JSON, the messages of the AI SDK, rows and drawings in databases',
    names:
      words(`ChangedDrawing DrawnName DrawnStore DrawnWorkflow EngineStore UiChunk UiMessage UiPart WorkflowDefinition WorkflowEdge
      WorkflowNode`),
  },
  {
    because: 'parts of `createPipelines`, whose example has values of them',
    names:
      words(`AgentSteps Checkers DeliveryManager LlmSteps OpenWait PipelineWorkflows Pipelines StepInstanceModel StepModel
      StepOutputData StepQuestion StepType StopWorkflowChecker StopWorkflowCondition TriggerManager TriggerModel TriggerOutcome
      WaitManager WorkflowInstanceModel WorkflowModel WorkflowWithDetails`),
  },
];

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
